# The command in a container: `docker run --rm --user "$(id -u):$(id -g)" --volume "$PWD:/catalog" IMAGE build`.
# Built from the package in release/, whose dependencies run on every platform. In a clone make it first: see docs/every-night.md.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS package
COPY release/*.tgz /tmp/package.tgz
RUN npm install --global --ignore-scripts --no-audit --no-fund --prefix /opt/static-course-catalog /tmp/package.tgz

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="static-course-catalog" \
      org.opencontainers.image.description="Turns a catalog of courses into a read-only JSON API of static files." \
      org.opencontainers.image.licenses="MIT"
COPY --from=package /opt/static-course-catalog /opt/static-course-catalog
ENV NODE_ENV=production
USER node
WORKDIR /catalog
ENTRYPOINT ["/opt/static-course-catalog/bin/static-course-catalog"]
CMD ["build"]

// Firebase Hosting in a test: superstatic, the vendor's own server, with the generated `firebase.json`.
import { readFileSync, renameSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join, resolve } from 'node:path';
import superstatic from 'superstatic';
import { z } from 'zod';
import type { Deployment } from './hosted.ts';

const configuration = z.object({ hosting: z.looseObject({ public: z.string() }) });

/** Deploys a build; one below a path prefix as the preset advises, with two files moved to the root of the deployment. */
export async function firebaseHost({ deployed, dist }: Deployment): Promise<RequestListener> {
  if (dist !== deployed) {
    for (const name of ['firebase.json', '404.html']) renameSync(join(dist, name), join(deployed, name));
  }
  const { hosting } = configuration.parse(JSON.parse(readFileSync(join(deployed, 'firebase.json'), 'utf8')));
  const answer = superstatic({ cwd: resolve(deployed), config: hosting, fallthrough: false });
  return (request, response) => {
    answer(request, response, (error) => {
      response.writeHead(500).end(String(error));
    });
  };
}

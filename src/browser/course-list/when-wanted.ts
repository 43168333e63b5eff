// When what a page shows beyond its file is to be loaded: once the page is at rest, or as soon as a visitor turns to it.

/** Resolves when a part of a page is used, or else when the browser has nothing more important to do. */
export async function whenWanted(part: HTMLElement, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => resolve();
    for (const event of ['pointerenter', 'pointerdown', 'focusin', 'keydown'])
      part.addEventListener(event, done, { once: true, signal });
    const rest = () => void ('requestIdleCallback' in window ? requestIdleCallback(done) : setTimeout(done, 200));
    if (document.readyState === 'complete') rest();
    else addEventListener('load', rest, { once: true, signal });
  });
}

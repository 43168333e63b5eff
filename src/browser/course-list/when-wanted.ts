// When a page does what can wait.

/** Resolves in a task of its own: the browser may first draw, or answer what is typed. */
export async function nextTask(): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve));
}

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

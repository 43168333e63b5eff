// Requests of the API reference: from the fields of a form to the answer below it. And copying of samples.

const patience = 30_000;
/** Characters of a body that browsers lay out quickly. */
const mostShown = 200_000;
const shownHeaders = ['Content-Type', 'Allow', 'Vary', 'Access-Control-Allow-Origin', 'Cache-Control', 'ETag'];

/** Sends what a form says, and shows the answer, or why there is none. */
export async function sendFrom(form: HTMLFormElement): Promise<void> {
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  const method = form.querySelector('select')?.value ?? 'GET';
  const url = addressOf(form);
  let [status, parts]: [string, HTMLElement[]] = ['', []];
  try {
    const response = await fetch(url, { method, signal: AbortSignal.timeout(patience) });
    status = `${response.status} ${response.statusText}`.trim();
    parts = [sampleOf(url, method), headersOf(response), ...bodyOf(await response.text())];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    status = `No answer from ${url}: ${reason}. Is this device online, and is the site there?`;
  }
  const answer = element('div', { className: 'answer' }, element('p', { textContent: status }), ...parts);
  form.parentElement?.querySelector('.answer')?.remove();
  form.after(answer);
  announce(status);
  form.ariaBusy = null;
}

/** Copies the sample beside a button. */
export async function copyFrom(button: HTMLElement): Promise<void> {
  // Without https there is no clipboard.
  const copying = async () =>
    navigator.clipboard.writeText(button.parentElement?.querySelector('code')?.textContent ?? '');
  button.textContent = await copying().then(
    () => 'Copied',
    () => 'Select the text and copy it',
  );
  announce(button.textContent);
}

/** On the site of this page, wherever that is. */
function addressOf(form: HTMLFormElement): string {
  let path = form.dataset['path'] ?? '';
  const query = new URLSearchParams();
  for (const { name, value, dataset } of form.querySelectorAll('input')) {
    if (dataset['in'] === 'path') path = path.replace(`{${name}}`, () => encodeURIComponent(value));
    else if (value !== '') query.set(name, value);
  }
  const url = new URL(`..${path}`, location.href);
  url.search = query.toString();
  return url.href;
}

function sampleOf(url: string, method: string): HTMLElement {
  const options = { GET: '', HEAD: '--head ' }[method] ?? `--include --request ${method} `;
  const copy = { type: 'button', className: 'copy', textContent: 'Copy', ariaLabel: 'Copy this request' } as const;
  const code = codeOf(`curl ${options}'${url.replaceAll("'", '%27')}'`);
  return element('div', { className: 'sample' }, code, element('button', copy));
}

function headersOf({ headers }: Response): HTMLElement {
  const lines = shownHeaders.flatMap((name) => (headers.has(name) ? [`${name}: ${headers.get(name)}`] : []));
  return codeOf(lines.join('\n'));
}

function bodyOf(text: string): HTMLElement[] {
  const shown = formatted(text);
  if (shown === '') return [element('p', { textContent: 'No body.' })];
  const body = Object.assign(codeOf(shown.slice(0, mostShown)), { tabIndex: 0, role: 'region', ariaLabel: 'Body' });
  const note = `These are the first ${mostShown} of ${shown.length} characters.`;
  return shown.length > mostShown ? [body, element('p', { textContent: note })] : [body];
}

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Some hosts send their own page.
    return text;
  }
}

function codeOf(text: string): HTMLElement {
  return element('pre', { dir: 'ltr' }, element('code', { textContent: text }));
}

/** Says aloud what has changed elsewhere on the page. */
function announce(text: string): void {
  const status = document.querySelector('.reference [role=status]');
  if (status) status.textContent = text;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: readonly Node[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

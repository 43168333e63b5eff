// Code samples in the OpenAPI document, ready to run. Samples for lists follow `next` to the last page.

/** Samples that read the resource at `address`; if it is paged, the whole list. */
export function codeSamples(address: string, isPaged: boolean) {
  return [
    { lang: 'Shell', label: 'curl', source: curl(address) },
    { lang: 'JavaScript', label: 'JavaScript', source: isPaged ? javascriptList(address) : javascript(address) },
    { lang: 'Python', label: 'Python', source: isPaged ? pythonList(address) : python(address) },
  ];
}

function curl(address: string): string {
  return `curl --fail --silent --show-error '${address.replaceAll("'", String.raw`'\''`)}'`;
}

function javascript(address: string): string {
  return `const response = await fetch(${JSON.stringify(address)});
if (!response.ok) throw new Error(\`HTTP \${response.status}\`);
console.log(await response.json());
`;
}

function javascriptList(address: string): string {
  return `let address = ${JSON.stringify(address)};
while (address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(\`HTTP \${response.status}\`);
  const { results, next } = await response.json();
  for (const { id, title } of results) console.log(id, title);
  address = next;
}
`;
}

function python(address: string): string {
  return `import json
from urllib.request import urlopen

with urlopen(${JSON.stringify(address)}) as response:
    print(json.dumps(json.load(response), indent=2))
`;
}

function pythonList(address: string): string {
  return `import json
from urllib.request import urlopen

address = ${JSON.stringify(address)}
while address:
    with urlopen(address) as response:
        page = json.load(response)
    for course in page["results"]:
        print(course["id"], course["title"])
    address = page["next"]
`;
}

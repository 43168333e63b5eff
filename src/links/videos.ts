// Videos: hosts whose pages answer 200 whether or not the video is there, and the addresses that tell.

interface VideoHost {
  readonly name: string;
  /** The addresses of its videos and playlists. */
  readonly videos: RegExp;
  /** The start of the address that tells, to which the encoded address of the video is added. */
  readonly probe: string;
  /** A video that is there: where it is not found either, nothing is proved. */
  readonly control: string;
}

/**
 * A new host is a new row, with the evidence in the table of `docs/links.md`. Of YouTube, `robots.txt` forbids the feed of a playlist,
 * and oEmbed answers for playlists too. The oEmbed of Vimeo proves nothing: it answers 404 for some videos that are there.
 */
const videoHosts: readonly VideoHost[] = [
  {
    name: 'YouTube',
    videos:
      /^https?:\/\/(?:(?:(?:www|m)\.)?youtube\.com\/(?:(?:watch|playlist)\?|live\/|shorts\/)|(?:www\.)?youtu\.be\/[\w-])/iu,
    probe: 'https://www.youtube.com/oembed?format=json&url=',
    // The first one of all, from 2005.
    control: 'https://www.youtube.com/watch?v=jNQXAC9IVRw',
  },
];

export interface Probe {
  readonly name: string;
  readonly url: string;
  /** The same for a video that is there. */
  readonly control: string;
}

/** What to request in place of the page of a video; undefined for any other address. */
export function probeFor(url: string): Probe | undefined {
  const host = videoHosts.find(({ videos }) => videos.test(url));
  if (host === undefined) return undefined;
  const { name, probe, control } = host;
  return { name, url: probe + encodeURIComponent(url), control: probe + encodeURIComponent(control) };
}

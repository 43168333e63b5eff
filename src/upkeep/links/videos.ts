// Videos: hosts whose pages answer 200 even for deleted videos, and the URLs that tell the difference.

interface VideoHost {
  readonly name: string;
  /** The addresses of its videos and playlists. */
  readonly videos: RegExp;
  /** The addresses of players, with the id of the video as a group, and the address of that video. */
  readonly players: readonly [address: RegExp, video: string];
  /** The start of the URL to request; the encoded address of the video is appended. */
  readonly probe: string;
  /** A video that exists: if it is not found either, the answer proves nothing. */
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
    players: [
      /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/(?!videoseries|live_stream)([\w-]+).*$/iu,
      'https://www.youtube.com/watch?v=$1',
    ],
    probe: 'https://www.youtube.com/oembed?format=json&url=',
    // The first one of all, from 2005.
    control: 'https://www.youtube.com/watch?v=jNQXAC9IVRw',
  },
];

export interface Probe {
  readonly name: string;
  readonly url: string;
  /** The same for a video that exists. */
  readonly control: string;
}

/** What to request in place of the page of a video; undefined for any other address. */
export function probeFor(url: string): Probe | undefined {
  for (const { name, videos, players, probe, control } of videoHosts) {
    const video = url.replace(...players);
    if (videos.test(video))
      return { name, url: probe + encodeURIComponent(video), control: probe + encodeURIComponent(control) };
  }
  return undefined;
}

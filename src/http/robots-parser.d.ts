// The part of robots-parser that is used: its own types are those of an ES module, which it is not.
declare module 'robots-parser' {
  interface Rules {
    isAllowed(url: string, agent: string): boolean | undefined;
    getCrawlDelay(agent: string): number | undefined;
  }
  export default function robotsParser(url: string, text: string): Rules;
}

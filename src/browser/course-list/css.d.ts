// Style sheets as texts, minified by the bundler.
declare module '*.css' {
  const text: string;
  export default text;
}

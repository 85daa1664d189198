/** The client comes without types. */
declare module 'zulip-js' {
  // biome-ignore lint/style/noDefaultExport: that is how it exports
  // biome-ignore lint/suspicious/noExplicitAny: tests read what it answers freely
  export default function zulipInit(config: object): Promise<any>
}

/** Whether the server has demo people whom anybody may be. It says so in the page. */
export function isDevelopment(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name=switchboard-mode]')?.content === 'development'
}

/** Whether the server has demo users that anyone can sign in as. The page contains this flag. */
export function isDevelopment(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name=switchboard-mode]')?.content === 'development'
}

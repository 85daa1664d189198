const readMark = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name=switchboard-${name}]`)?.content

/** Whether the server has demo users that anyone can sign in as. The page contains this flag. */
export function isDevelopment(): boolean {
  return readMark('mode') === 'development'
}

/** The status with which the server sent the page. An error makes the app show an error page. */
export function pageStatus(): number {
  return Number(readMark('status') ?? 200)
}

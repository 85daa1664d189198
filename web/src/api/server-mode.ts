const readMark = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name=switchboard-${name}]`)?.content

/** Whether the server has demo users that anyone can sign in as. The page contains this flag. */
export function isDevelopment(): boolean {
  return readMark('mode') === 'development'
}

/**
 * Whether the server is without a mail server, a SIP server, or the programs that faxes need. The app then offers links
 * to copy instead of mails, and says that there are no calls or faxes.
 */
export function isMissing(what: 'mail' | 'sip' | 'fax'): boolean {
  return readMark('missing')?.split(' ').includes(what) ?? false
}

/** The status with which the server sent the page. An error makes the app show an error page. */
export function pageStatus(): number {
  return Number(readMark('status') ?? 200)
}

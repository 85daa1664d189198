const KEY = 'switchboard-welcome'

/** New people see the welcome once, in the browser in which they joined. */
export function offerWelcome(): void {
  localStorage.setItem(KEY, 'offered')
}

export function isWelcomeOffered(): boolean {
  return localStorage.getItem(KEY) !== null
}

export function dismissWelcome(): void {
  localStorage.removeItem(KEY)
}

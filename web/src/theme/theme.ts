type Theme = 'system' | 'light' | 'dark'

const KEY = 'switchboard-theme'

export function currentTheme(): Theme {
  const theme = localStorage.getItem(KEY)
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme)
  applyTheme()
}

/** Without an attribute the style sheet follows the system. */
export function applyTheme(): void {
  const theme = currentTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

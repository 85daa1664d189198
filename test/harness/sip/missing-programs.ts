import { adviceFor, isInstalled } from '../../debian-packages.js'

type ProgramName = 'asterisk' | 'sipp' | 'baresip' | 'espeak-ng' | 'linphonec'

/** For the title of a suite that is skipped: what to install. Empty when everything is there. */
export function missingPrograms(...names: ProgramName[]): string {
  const missing = names.filter((name) => !isInstalled(name))
  if (missing.length === 0) return ''
  const message = `skipped; to run them: ${missing.map(adviceFor).join('; ')}`
  console.warn(`Tests with ${missing.join(', ')} are ${message}`)
  return ` (${message})`
}

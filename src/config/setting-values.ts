import { ConfigError } from './config-error.ts'

export function hostName(name: string, text: string): string {
  if (!/^[A-Za-z0-9.-]+(:\d{1,5})?$/.test(text)) {
    throw new ConfigError(`${name} must be a host name, not '${text}'.`)
  }
  return text
}

export function address(name: string, text: string | undefined, protocols: string[]): string | undefined {
  if (text === undefined) return undefined
  // The value may contain a password: name the setting, not its value.
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new ConfigError(`${name} must be an address that starts with ${protocols[0]}//.`)
  }
  return text
}

export const yesOrNo = (name: string, text: string | undefined, otherwise: boolean) =>
  oneOf(name, text, otherwise ? 'yes' : 'no', ['yes', 'no']) === 'yes'

export function oneOf(name: string, text: string | undefined, otherwise: string, allowed: string[]): string {
  if (text === undefined) return otherwise
  if (!allowed.includes(text))
    throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not '${text}'.`)
  return text
}

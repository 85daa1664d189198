import { currentLanguage } from '../../texts/language.ts'

/** By name, as people here sort words. */
export function sortStreams<Stream extends { name: string }>(streams: readonly Stream[]): Stream[] {
  const { compare } = new Intl.Collator(currentLanguage(), { sensitivity: 'base', numeric: true })
  return [...streams].sort((one, other) => compare(one.name, other.name))
}

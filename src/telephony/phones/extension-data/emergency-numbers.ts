import { countryCode } from '../../normalize-number.ts'

/** These work on any mobile phone, so people dial them everywhere. */
const everywhere = [112, 911, 999]

/** In addition to those above. Extensions never start with a zero, so numbers such as 061 are omitted. */
const ofCountry: Readonly<Record<string, readonly number[]>> = {
  AU: [106],
  AT: [122, 133, 144],
  BR: [190, 192, 193],
  CA: [988],
  CH: [117, 118, 144],
  CN: [110, 119, 120],
  DE: [110],
  FR: [15, 17, 18, 114, 119],
  HK: [992],
  IN: [100, 101, 102, 108],
  IT: [113, 115, 118],
  JP: [110, 118, 119],
  KR: [119],
  NO: [110, 113],
  NZ: [111],
  RU: [101, 102, 103],
  US: [933, 988],
  ZA: [10111, 10177],
}

/** All emergency numbers of this country. */
export const emergencyNumbersOf = (country: string): readonly number[] => [
  ...new Set([...everywhere, ...(ofCountry[countryCode(country)] ?? [])]),
]

/** Whether the number is an emergency number in this country, which no extension may have. */
export function isEmergencyNumber(number: number, country: string): boolean {
  return emergencyNumbersOf(country).includes(number)
}

import { currentLanguage } from '../texts/language.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte']

/** How large a file is, in the unit that gives a short number. */
export function formatSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  return new Intl.NumberFormat(currentLanguage(), {
    style: 'unit',
    unit: units[power]!,
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** power)
}

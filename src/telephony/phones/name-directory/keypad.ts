const keys = {
  2: 'abcабвг',
  3: 'defдежз',
  4: 'ghiийкл',
  5: 'jklмноп',
  6: 'mnoрсту',
  7: 'pqrsфхцч',
  8: 'tuvшщъы',
  9: 'wxyzьэюя',
}

const keyOf = new Map(
  Object.entries(keys).flatMap(([key, letters]) => [...letters].map((one) => [one, key] as const)),
)

/** Letters that are no letter with an accent. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ё: 'е',
}

/** A name as somebody dials it on a keypad: without accents, blanks and signs. */
export function dialName(name: string): string {
  const letters = [...name.toLowerCase()].map((one) => spelled[one] ?? one).join('')
  return [...letters.normalize('NFD')].map((one) => keyOf.get(one) ?? '').join('')
}

/**
 * One form for all spellings of a word: lower case, without diacritics, width variants and ligatures. Keeps signs that
 * make a different word (Indic, Thai, the voice marks of kana).
 */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(dropped, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(letters, (letter) => plain[letter]!)
    .replace(notOfWords, '')
}

/**
 * Latin, Greek and Cyrillic diacritics, Hebrew points, Arabic vowels and tatweel, enclosing marks and variation
 * selectors.
 */
const dropped =
  /[\u0300-\u036f]|[\u0591-\u05bd\u05bf-\u05c7]|\u0640|[\u064b-\u065f\u0670]|[\u20d0-\u20ff]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu
const notOfWords = /[^\p{L}\p{N}\p{M}]/gu

/** Letters that Unicode does not decompose. */
const plain: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
}
const letters = new RegExp(`[${Object.keys(plain).join('')}]`, 'gu')

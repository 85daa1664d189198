type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** Chooses the form of a text by the plural rules of a language. */
export function pluralOf(language: string) {
  const rules = new Intl.PluralRules(language)
  return (count: number, forms: Forms): string => forms[rules.select(count)] ?? forms.other
}

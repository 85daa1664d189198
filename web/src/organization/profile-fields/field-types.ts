/** The types of profile fields, as the API numbers them. */
export const fieldTypes = {
  shortText: 1,
  longText: 2,
  choice: 3,
  date: 4,
  link: 5,
  people: 6,
  account: 7,
  pronouns: 8,
} as const

export type FieldType = keyof typeof fieldTypes

export const fieldTypeOf = (number: number): FieldType =>
  (Object.keys(fieldTypes) as FieldType[]).find((type) => fieldTypes[type] === number) ?? 'shortText'

export interface FieldChoice {
  /** the stored value */
  key: string
  text: string
}

/** In their order. */
export function readChoices(fieldData: string): FieldChoice[] {
  if (fieldData === '') return []
  const data = JSON.parse(fieldData) as Record<string, { text: string; order: string }>
  return Object.entries(data)
    .sort(([, one], [, other]) => Number(one.order) - Number(other.order))
    .map(([key, { text }]) => ({ key, text }))
}

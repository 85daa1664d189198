import type { Texts } from '../texts.ts'

export const emoji: Texts['emoji'] = {
  categories: 'Kategorien',
  sections: {
    found: 'Gefunden',
    recent: 'Zuletzt verwendet',
    own: 'Aus dieser Organisation',
    'Smileys & Emotion': 'Smileys und Gefühle',
    'People & Body': 'Menschen und Körper',
    'Animals & Nature': 'Tiere und Natur',
    'Food & Drink': 'Essen und Trinken',
    'Travel & Places': 'Reisen und Orte',
    Activities: 'Aktivitäten',
    Objects: 'Gegenstände',
    Symbols: 'Symbole',
    Flags: 'Flaggen',
  },
}

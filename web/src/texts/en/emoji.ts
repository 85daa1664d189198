export const emoji = {
  categories: 'Categories',
  sections: {
    found: 'Found',
    recent: 'Recently used',
    own: 'Of this organization',
    'Smileys & Emotion': 'Smileys and emotion',
    'People & Body': 'People and body',
    'Animals & Nature': 'Animals and nature',
    'Food & Drink': 'Food and drink',
    'Travel & Places': 'Travel and places',
    Activities: 'Activities',
    Objects: 'Objects',
    Symbols: 'Symbols',
    Flags: 'Flags',
  },
}

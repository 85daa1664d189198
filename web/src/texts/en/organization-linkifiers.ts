export const organizationLinkifiers = {
  title: 'Linkifiers',
  intro:
    'Texts in messages and topics that become links, such as the number of a ticket. The first that fits wins.',
  create: 'New linkifier',
  editTitle: 'Edit the linkifier',
  order: 'Order',
  pattern: 'Pattern',
  patternHint: 'A regular expression in the syntax of RE2, with a name for each part that the address needs.',
  url: 'Address',
  urlHint: 'Each named part of the pattern in curly brackets.',
  trial: 'Try it',
  trialText: 'A text as somebody would write it',
  trialResult: 'What becomes of it',
  trialHint: 'What becomes of the text is shown here.',
  none: 'No linkifiers yet',
  noneHint: 'With one, #123 in a message leads straight to the ticket.',
  deleteTitle: 'Delete the linkifier?',
  deleteHint: (pattern: string) =>
    `${pattern} makes no more links. Messages that were sent before keep theirs.`,
}

export const organizationLegalHolds = {
  title: 'Legal holds',
  intro:
    'Until a hold is released, nothing of the person or stream is deleted: not by people or administrators, not by retention, not by erasing a person. The hold of a person covers what they have sent, their files and their direct messages; on the phones their calls, recordings, voicemail, texts, sent faxes and files.',
  subject: 'Person or stream',
  choose: 'Choose',
  reason: 'Reason',
  reasonHint: 'Such as a reference number. It is shown to administrators only.',
  placed: 'Placed',
  state: 'State',
  applies: 'Applies',
  released: 'Released',
  place: 'Place a legal hold',
  release: 'Release',
  releaseOf: (name: string) => `Release the legal hold: ${name}`,
  releaseTitle: (name: string) => `Release the legal hold of ${name}?`,
  releaseText:
    'What retention would have deleted meanwhile will be deleted soon. The record of the hold stays.',
  none: 'No legal holds',
  noneHint: 'Place one when messages or files may be evidence.',
}

export const organizationPersonalData = {
  title: 'Personal data',
  intro:
    'What was exported about single people, and who was erased. Order both in the form of a person, under People.',
  person: 'Person',
  what: 'Request',
  export: 'Export',
  erasure: 'Erasure; messages stay',
  erasureWithMessages: 'Erasure with messages',
  ordered: 'Ordered',
  operator: 'The operator of the server',
  state: 'State',
  states: { pending: 'In progress', failed: 'Failed', done: 'Done' },
  deletedMessages: (count: number) => (count === 1 ? '1 message deleted' : `${count} messages deleted`),
  none: 'No requests yet',
  noneHint: 'Exports can be downloaded for a week. Erasures stay in this list.',
}

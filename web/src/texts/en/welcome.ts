export const welcome = {
  title: (organization: string) => `Welcome to ${organization}`,
  streams:
    'Conversations are in streams, and each stream has topics, so that you can follow what concerns you and skip the rest.',
  toStreams: 'Find streams',
  write:
    'Write in the field at the bottom. With @ and a name you notify somebody; in a direct message only the two of you read along.',
  settings: 'Your picture, notifications and language are in your settings.',
  toSettings: 'Open settings',
  dismiss: 'Got it',
}

/** What the areas of the documentation are about. */
export const areaDescriptions: Record<string, string> = {
  Company: 'The company to which the API key belongs.',
  Users: 'The users of the company, also called contacts.',
  Invitations: 'How users come into the company.',
  Locations: 'Where the company is. Each location has a PBX instance of its own.',
  Instances: 'The PBX instances of the company, referred to by their uuid.',
  Extensions: 'The extensions of an instance: numbers, their settings and who has them.',
  Imports: 'Many things at once.',
  Texting: 'Text messages, conversations and the people at the other end.',
  'User status': 'Who is available, and who is not.',
  Faxes: 'Fax messages, and the addresses to which they are passed on.',
  Files: 'Attachments of messages.',
  'API keys': 'The keys of the company.',
  Webhooks: 'Telling other servers what happens.',
  'Audit trail': 'Who has changed what.',
}

export const describeArea = (name: string) =>
  areaDescriptions[name] ?? `Everything about ${name.toLowerCase()}.`

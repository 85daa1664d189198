export const shell = {
  label: 'Workspace',
  skip: 'Skip to the content',
  chat: 'Chat',
  phones: 'Phones',
  organization: 'Team',
  unread: 'unread',
  account: (name: string) => `Account of ${name}`,
  status: 'Set a status',
  settings: 'Settings',
  lightTheme: 'Light theme',
  darkTheme: 'Dark theme',
  actAs: 'Act as another user',
}

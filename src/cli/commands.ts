import type { Command } from './command.ts'

export interface ListedCommand {
  /** one line, for the list of commands */
  summary: string
  /** Loaded when it is wanted: telling how to use the program must not cost loading all of it. */
  load(): Promise<Command>
}

/** In the order in which the help lists them. */
export const commands: ReadonlyMap<string, ListedCommand> = new Map([
  [
    'serve',
    { summary: 'Run the server.', load: async () => (await import('./serve-command.ts')).serveCommand },
  ],
  [
    'migrate',
    {
      summary: 'Bring the database up to date; the server also does so when it starts.',
      load: async () => (await import('./migrate-command.ts')).migrateCommand,
    },
  ],
  [
    'backup',
    {
      summary: 'Copy all data into a new folder, while the server runs (SQLite).',
      load: async () => (await import('./backup-command.ts')).backupCommand,
    },
  ],
  [
    'restore',
    {
      summary: 'Put a backup into an empty data folder.',
      load: async () => (await import('./restore-command.ts')).restoreCommand,
    },
  ],
  [
    'move',
    {
      summary: 'Copy all data from SQLite to PostgreSQL, or back, while no server runs.',
      load: async () => (await import('./move-command.ts')).moveCommand,
    },
  ],
  [
    'rotate-secret-key',
    {
      summary: 'Encrypt all stored secrets with a new key, while no server runs.',
      load: async () => (await import('./rotate-secret-key-command.ts')).rotateSecretKeyCommand,
    },
  ],
  [
    'replace-lost-key',
    {
      summary: 'Give up what a lost secret key encrypted, and make new secrets.',
      load: async () => (await import('./replace-lost-key-command.ts')).replaceLostKeyCommand,
    },
  ],
  [
    'create-organization',
    {
      summary: 'Make an organization, at the root domain or at a host of its own.',
      load: async () => (await import('./create-organization-command.ts')).createOrganizationCommand,
    },
  ],
  [
    'create-user',
    {
      summary: 'Make an account for a person and print its API key.',
      load: async () => (await import('./create-user-command.ts')).createUserCommand,
    },
  ],
  [
    'create-bot',
    {
      summary: 'Make a bot that belongs to a person and print its API key.',
      load: async () => (await import('./create-bot-command.ts')).createBotCommand,
    },
  ],
  [
    'rotate-key',
    {
      summary: 'Give an account a new API key; the old one stops working.',
      load: async () => (await import('./rotate-key-command.ts')).rotateKeyCommand,
    },
  ],
  [
    'list-users',
    {
      summary: 'List the people and bots of an organization, or the users of a company.',
      load: async () => (await import('./list-users-command.ts')).listUsersCommand,
    },
  ],
  [
    'set-password',
    {
      summary: 'Give a person a new password; sessions end and API keys are replaced.',
      load: async () => (await import('./set-password-command.ts')).setPasswordCommand,
    },
  ],
  [
    'change-role',
    {
      summary: 'Make a person an administrator, a member or a guest.',
      load: async () => (await import('./change-role-command.ts')).changeRoleCommand,
    },
  ],
  [
    'deactivate-user',
    {
      summary: 'Close an account: its sessions, API key, event queues and bots end.',
      load: async () => (await import('./deactivate-user-command.ts')).deactivateUserCommand,
    },
  ],
  [
    'reactivate-user',
    {
      summary: 'Open an account again that was deactivated.',
      load: async () => (await import('./reactivate-user-command.ts')).reactivateUserCommand,
    },
  ],
  [
    'export',
    {
      summary: 'Write everything that an organization has into a file.',
      load: async () => (await import('./export-command.ts')).exportCommand,
    },
  ],
  [
    'create-company',
    {
      summary: 'Make a company of the telephony, with its primary user, and print its API key.',
      load: async () => (await import('./create-company-command.ts')).createCompanyCommand,
    },
  ],
  [
    'list-companies',
    {
      summary: 'List the companies of the telephony.',
      load: async () => (await import('./list-companies-command.ts')).listCompaniesCommand,
    },
  ],
  [
    'create-api-key',
    {
      summary: 'Make an API key of a company and print it.',
      load: async () => (await import('./create-api-key-command.ts')).createApiKeyCommand,
    },
  ],
  [
    'add-texting-number',
    {
      summary: 'Give a company a number to text with, as the carrier has given it to you.',
      load: async () => (await import('./add-texting-number-command.ts')).addTextingNumberCommand,
    },
  ],
  [
    'add-fax-number',
    {
      summary: 'Give a company a number for its faxes, as the line has given it to you.',
      load: async () => (await import('./add-fax-number-command.ts')).addFaxNumberCommand,
    },
  ],
  [
    'kamailio',
    {
      summary:
        'Write the configuration of a Kamailio that serves as PBX and make its database, or check one.',
      load: async () => (await import('./kamailio-command.ts')).kamailioCommand,
    },
  ],
  [
    'seed-demo',
    {
      summary: 'Make the demo organization, unless the root domain has one, and print its people and keys.',
      load: async () => (await import('./seed-demo-command.ts')).seedDemoCommand,
    },
  ],
  [
    'openapi',
    {
      summary: 'Print the OpenAPI document of an API (chat); --write keeps all of them in docs/.',
      load: async () => (await import('./openapi-command.ts')).openapiCommand,
    },
  ],
])

import { Type } from '@sinclair/typebox'
import { ApiKeyInput, sortScopes } from '../telephony/company/api-keys/api-key-input.ts'
import { createApiKey } from '../telephony/company/api-keys/create-api-key.ts'
import { checkBody } from '../telephony/http/check-body.ts'
import { serverItself } from '../telephony/identity/actor.ts'
import { command } from './command.ts'
import { findCompanyNamed } from './find-company.ts'
import { UsageMistake } from './usage-mistake.ts'
import { withTelephony } from './with-telephony.ts'

const Wanted = Type.Object({
  '--name': ApiKeyInput.properties.name,
  '--scopes': ApiKeyInput.properties.scopes,
})

export const createApiKeyCommand = command({
  usage: 'COMPANY --name NAME --scopes read,write,admin',
  arguments: ['COMPANY'],
  options: { name: { type: 'string' }, scopes: { type: 'string' } },
  async run({ positionals: [named], values }, config) {
    if (values.name === undefined) throw new UsageMistake('--name is missing.')
    if (values.scopes === undefined) throw new UsageMistake('--scopes is missing.')
    const given = { '--name': values.name, '--scopes': values.scopes.split(',').map((scope) => scope.trim()) }
    await withTelephony(config, async (telephony) => {
      const wanted = checkBody(Wanted, given)
      const company = await findCompanyNamed(telephony, named!)
      const { name, scopes, key } = await createApiKey(telephony, serverItself(company), {
        name: wanted['--name'].trim(),
        scopes: sortScopes(wanted['--scopes']),
      })
      console.log(`Created ${name} for ${company.name}, with ${scopes.join(', ')}.\nAPI key: ${key}`)
    })
  },
})

import { Type } from '@sinclair/typebox'
import { NewContact } from '../telephony/company/contacts/contact-input.ts'
import { createCompany } from '../telephony/company/create-company.ts'
import { NewLocation } from '../telephony/company/locations/location-input.ts'
import { CompanyPatch } from '../telephony/company/update-company.ts'
import { checkBody } from '../telephony/http/check-body.ts'
import { fullName } from '../telephony/identity/contact.ts'
import { command } from './command.ts'
import { UsageMistake } from './usage-mistake.ts'
import { withTelephony } from './with-telephony.ts'

/** The same rules as for requests, under the names of the arguments. */
const Wanted = Type.Object({
  NAME: CompanyPatch.properties.name,
  '--owner-name': NewContact.properties.first_name,
  '--owner-email': Type.String({ format: 'email', minLength: 1, maxLength: 254 }),
  '--location': NewLocation.properties.name,
  '--country': Type.String({ maxLength: 200 }),
})

export const createCompanyCommand = command({
  usage: 'NAME --owner-name "FIRST LAST" --owner-email EMAIL [--location NAME] [--country NAME]',
  arguments: ['NAME'],
  options: {
    'owner-name': { type: 'string' },
    'owner-email': { type: 'string' },
    location: { type: 'string' },
    country: { type: 'string' },
  },
  async run({ positionals, values }, config) {
    const name = positionals[0]!.trim()
    const { 'owner-name': ownerName, 'owner-email': email } = values
    const { location = 'Headquarters', country = '' } = values
    if (ownerName === undefined) throw new UsageMistake('--owner-name is missing.')
    if (email === undefined) throw new UsageMistake('--owner-email is missing.')
    await withTelephony(config, async (telephony) => {
      checkBody(Wanted, {
        NAME: name,
        '--owner-name': ownerName,
        '--owner-email': email,
        '--location': location,
        '--country': country,
      })
      const [firstName, ...rest] = ownerName.trim().split(/\s+/)
      const owner = { firstName: firstName!, lastName: rest.join(' '), email, isProven: true }
      const created = await createCompany(telephony, { name, owner, location, country })
      console.log(
        [
          `Created ${created.company.name} (${created.company.public_id}).`,
          `Primary user: ${fullName(created.owner)} <${email}> (${created.owner.id})`,
          `Location: ${created.location.name}, PBX instance ${created.location.pbx_uuid}`,
          `API key: ${created.apiKey}`,
        ].join('\n'),
      )
    })
  },
})

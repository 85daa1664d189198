import type { TelephonyOutput } from '@switchboard/client'
import { p } from '../../texts/portal-texts.ts'

type Registration = TelephonyOutput<'GET /instances/{instance_uuid}/extensions/{extension_id}/registration'>

/** The phones that are registered, and whether what they signal and say is encrypted. */
export const RegistrationLines = ({ registrations }: { registrations: readonly Registration[] }) => (
  <ul>
    {registrations.flatMap(({ number, contacts, media_encryption: media }) =>
      contacts.length === 0
        ? [<li key={number}>{p.devices.notRegistered(number)}</li>]
        : contacts.map(({ contact, user_agent: agent, encrypted }) => (
            <li key={`${number} ${contact}`}>
              {number}: {agent || contact}. {encrypted ? p.devices.encrypted : p.devices.notEncrypted}.{' '}
              {p.devices.media[media]}.
            </li>
          )),
    )}
  </ul>
)

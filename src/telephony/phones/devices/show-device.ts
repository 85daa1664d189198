import type { Static } from '@sinclair/typebox'
import { Problem } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { completeData } from '../extension-data/extension-data.ts'
import type { FoundExtension } from '../extensions/extension-access.ts'
import { PbxFailure } from '../pbx/pbx.ts'
import type { Phones } from '../phones.ts'
import type { FoundDevice } from './device-access.ts'
import type { DeviceAddressSchema, RegistrationSchema, RegistrationsSchema } from './device-view.ts'
import { addressOfSecret, fileNames } from './provisioning/provision-device.ts'

/** Apps scan the address of their only file. */
export function showAddress(
  platform: TelephonyPlatform,
  { device }: FoundDevice,
): Static<typeof DeviceAddressSchema> {
  const address = addressOfSecret(platform, platform.secrets.decrypt(device.secret_sealed))
  const files = fileNames(device)
  return { url: `${address}/`, qr: device.mac === null ? `${address}/${files[0]}` : null, files }
}

export const showRegistrations = (
  phones: Phones,
  { instance, device }: FoundDevice,
): Promise<Static<typeof RegistrationsSchema>> =>
  Promise.all(device.lines.map(({ extension }) => showRegistration(phones, { instance, extension })))

/** Where an extension is registered now. */
export async function showRegistration(
  { pbx }: Phones,
  { instance, extension }: FoundExtension,
): Promise<Static<typeof RegistrationSchema>> {
  const { number, name, data } = extension
  const { state, bindings } = await pbx
    .registration({ domain: instance.domain, number })
    .catch((error: unknown) => {
      throw error instanceof PbxFailure ? new Problem(502, `The PBX backend failed: ${error.message}`) : error
    })
  return {
    number,
    state,
    contacts: bindings.map(({ contact, userAgent, expiresInSeconds }) => ({
      contact,
      user_agent: userAgent,
      expires_in_seconds: Math.max(0, Math.round(expiresInSeconds)),
      encrypted: /;transport=(?:tls|wss)\b/i.test(contact) || contact.startsWith('sips:'),
    })),
    media_encryption: String(completeData(number, name, data).media_encryption),
  }
}

import { operationOf } from '../../http/operation.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { CarrierInput } from './company-carrier-input.ts'
import { CarrierSchema, carrierView } from './company-carrier-view.ts'
import { carrierOfCompany, deleteCompanyCarrier, saveCompanyCarrier } from './save-company-carrier.ts'

const operation = operationOf<TelephonyPlatform>()

const area = 'Texting'
const path = '/texting/carrier'

/** With the carrier, one could read everybody's texts: like keys and webhooks, it is for owners. */
const forOwners = { access: 'manage the text carrier' } as const

export const companyCarrierRoutes = [
  operation({
    method: 'GET',
    path,
    area,
    summary: "Get the company's own carrier",
    description:
      "The SMSC that its texts use, and the state of the connection. 404: the server's carrier is used.",
    ...forOwners,
    success: { status: 200, schema: CarrierSchema },
    problems: [404],
    find: ({ context, actor }) => carrierOfCompany(context, actor),
    handle: async ({ actor, subject }) => carrierView(subject, actor.company.public_id),
  }),
  operation({
    method: 'PUT',
    path,
    area,
    summary: 'Use an own carrier',
    description:
      'Connects to an SMSC with SMPP 3.4 as a transceiver, at once. Texts that wait are sent through it. Inbound texts are accepted for the numbers of the company only.',
    ...forOwners,
    body: CarrierInput,
    success: { status: 200, schema: CarrierSchema },
    problems: [400],
    handle: ({ context, actor, body }) => saveCompanyCarrier(context, actor, body),
  }),
  operation({
    method: 'DELETE',
    path,
    area,
    summary: "Use the server's carrier again",
    ...forOwners,
    success: { status: 200, schema: CarrierSchema },
    problems: [404],
    find: ({ context, actor }) => carrierOfCompany(context, actor),
    handle: ({ context, actor }) => deleteCompanyCarrier(context, actor),
  }),
]

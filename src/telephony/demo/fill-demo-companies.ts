import { ProgramMissing } from '../../platform/documents/run-program.ts'
import { receiveFax } from '../fax/receiving/receive-fax.ts'
import type { Telephony } from '../telephony.ts'
import { knowTextingContact } from '../texting/contacts/add-texting-contact.ts'
import { createTextingContact } from '../texting/contacts/create-texting-contact.ts'
import { createOrGetConversation } from '../texting/conversations/add-conversation.ts'
import { receiveText } from '../texting/delivery/receive-text.ts'
import { addTextingMessage } from '../texting/messages/add-texting-message.ts'
import { addTextingNumber } from '../texting/numbers/add-texting-number.ts'
import { textingAudience } from '../texting/numbers/texting-audience.ts'
import type { DemoCompanies } from './create-demo-companies.ts'
import { fillDemoCalls } from './fill-demo-calls.ts'
import { fillDemoRouting } from './fill-demo-routing.ts'

interface DemoText {
  /** hours before now */
  ago: number
  from: string
  to: string
  text: string
}

/** Its texts appear in a stream: see workspace/demo. */
export const SUPPORT_NUMBER = '+12025550103'

const ADA = '+12025550101'
const HANK = '+12025550199'
const MARIA = '+12025550143'
const TOM = '+12025550177'

const HOUR_MS = 3_600_000
const FAX_HOURS_AGO = 4.5

const texts: readonly DemoText[] = [
  { ago: 98, from: HANK, to: ADA, text: 'Hi, does order 4711 ship this month?' },
  { ago: 97, from: ADA, to: HANK, text: 'Hello Hank! The anvils are packed. The magnet comes on Friday.' },
  { ago: 96.8, from: HANK, to: ADA, text: 'Great. I will confirm the order by fax.' },
  { ago: 50, from: MARIA, to: ADA, text: 'Hello, are you open on Saturday?' },
  { ago: 49.5, from: ADA, to: MARIA, text: 'Yes, from 9 to 1. See you then!' },
  { ago: 3, from: MARIA, to: ADA, text: 'Thank you! Could you keep two of the small anvils for me?' },
  { ago: 1, from: TOM, to: ADA, text: 'My delivery is here, everything is fine. Thanks for the quick help!' },
]

/**
 * Days of texts, calls, voicemail and a fax for the demo companies. Nothing is sent: they are stored as they would have
 * arrived. `hasFax`: the programs that faxes need are there.
 */
export async function fillDemoCompanies(
  telephony: Telephony,
  { acme, globex }: DemoCompanies,
): Promise<{ hasFax: boolean }> {
  await createTextingContact(telephony, acme.actor, {
    number: MARIA,
    first_name: 'Maria',
    last_name: 'Lopez',
  })
  await createTextingContact(telephony, acme.actor, { number: TOM, first_name: 'Tom', last_name: 'Baker' })
  await createTextingContact(telephony, acme.actor, {
    number: HANK,
    first_name: 'Hank',
    last_name: 'Scorpio',
  })
  const now = telephony.clock.now()
  const earlier = (hours: number): Telephony => ({
    ...telephony,
    clock: { now: () => now - hours * HOUR_MS },
  })
  for (const [index, { ago, ...text }] of texts.entries()) {
    const then = earlier(ago)
    const sender = text.from === ADA ? acme : text.from === HANK ? globex : undefined
    if (sender) await storeSentText(then, sender, text)
    await receiveText(then, { kind: 'text', carrierId: `demo-${index}`, ...text })
  }
  await fillDemoCalls(telephony, acme, await fillDemoRouting(telephony, acme))
  await addTextingNumber(telephony, acme.actor, SUPPORT_NUMBER, [acme.owner.id])
  return receiveFax(earlier(FAX_HOURS_AGO), {
    kind: 'received',
    lineId: 'demo-fax',
    from: '+12025550112',
    fromName: 'Globex',
    to: '+12025550111',
    tiff: demoFaxPages,
    isComplete: true,
  }).then(
    () => ({ hasFax: true }),
    (error: unknown) => {
      // The demo also starts on machines without the programs for faxes.
      if (!(error instanceof ProgramMissing)) throw error
      return { hasFax: false }
    },
  )
}

/** The sender's copy of a text that was delivered. */
async function storeSentText(
  telephony: Telephony,
  { actor }: DemoCompanies['globex'],
  { from, to, text }: Omit<DemoText, 'ago'>,
): Promise<void> {
  const { company, contact } = actor
  await telephony.transact(company.id, async (tx) => {
    const recipient = await knowTextingContact(telephony, tx, actor, to)
    const conversation = await createOrGetConversation(telephony, tx, actor, {
      fromNumber: from,
      type: 'direct',
      name: '',
      contacts: [recipient],
    })
    const audience = await textingAudience(tx.db, company, from)
    await addTextingMessage(telephony, tx, company, conversation, audience, {
      direction: 'outbound',
      frm: from,
      recipient: to,
      text,
      files: [],
      status: 'delivered',
      error_code: null,
      error_message: null,
      user_id: contact.id,
      timezone: contact.profile.timezone,
    })
  })
}

/** A fax for the demo: an order, one page, TIFF with Group 4 compression. */
const demoFaxPages = Buffer.from(
  `
SUkqAAgAAAAUAP4ABAABAAAAAgAAAAABAwABAAAAwAYAAAEBAwABAAAANgQAAAIBAwABAAAAAQAAAAMBAwABAAAABAAAAAYBAwABAAAA
AAAAAAoBAwABAAAAAQAAABEBBAABAAAAOgEAABIBAwABAAAAAQAAABUBAwABAAAAAQAAABYBAwABAAAANgQAABcBBAABAAAAlA4AABoB
BQABAAAA/gAAABsBBQABAAAABgEAABwBAwABAAAAAQAAACUBBAABAAAAAAAAACgBAwABAAAAAgAAACkBAwACAAAAAAAAADEBAgAYAAAA
DgEAADIBAgAUAAAAJgEAAAAAAADMAAAAAQAAAGIAAAABAAAAR1BMIEdob3N0c2NyaXB0IDEwLiAwLjAAMjAyNjoxMToxNyAwMzo1Mjoy
OAD////////////////lcbAgqAhWApkEAgtwgSVzAZfmQwMrggfggZXWgnBB+EH9EGOfhEGOfwiD1h+iD6h40CD+gQfpN5GARmAwVALn
UOSA6TZqAgjAhwZ4KbByrAgjAhwZIDQSA2HwhGAQRgQ2C+hwRAxpCBmsC4YaSWCIGNYXBAwRAxrCggfgiBjWEHSwQcQwg20qEEHhYhgg
8KEH4IOL+g7RBLbaC0HHaDjT9B3S0Q53IYo0QiAw2kkiHO+QxRohzvkIRKAmiHO5BDvmsNmgg3CDaQdtBaCDch6gg2gg3IfVfoINwn/p
PTrbFaT1TpPQr6T0/+m6unDXTdVdN0RQMfTf7/942Ff+/5UBlf/3/f7aff/fIgGj9/2Ugn/6DyrCf/+EQzx//tr6/IQqba6/66IdH9ft
r3WuE7W69brQX919hhdtbSbRCjhsNJte0m16X21+wYL2EoaVkMKEm2GErCXDSsJdr9hL7HsGEoMEmGEkmGGKYMJcGCTBhLhhb2DCXwyD
U/DFRTEJBNsIMVxQYrY5Bf4Yr4MLwwoQYQSbBhBhchR0GFshsHb4YXwYXhgpCuEDBJMMGCDBewQYLDCYb4YL5XEw4iQgUTwhAgoiSwEI
qFHPCEbCiVAonQIJCBRGIiIjiIiP//8f+V9QXKXFYZ3MOZYHJnYfhE8DCJ4H5aHiECJEECJF9sjaJ/OZqynykzVpNkaynRPlPmrSbIaJ
8p/+bieOYJmwuRwh8OZhzjOZcIZhCPJCYZpG4jhD+CZwKZhzwdIT2CZwKaBc++l8SvN4dn2jTaN74Z9o3jp0oleHEry/DRvaN7qJXl+G
EX4eEFivhJPTj49Ok+2lTcJBPjjwkE6CfCCyCI+kPrB/r9rT+3Bwf7e3hLLEf/PAgMhM/T2dW9foYMhJkJUzq9DQ4lOH//wi5zUf9q9N
pfsxgMhm9bNWZOE39ds0vrOMP++w1irXyeNsOXYdhr5PZPbfbXYa/q2l+w1ONhhJ7S2GraTaTDCWw1Ya4YfYlD9iF7IRwbFfsiPwxCah
EcJhiExTFBiFhiEGIW3EREREREREUg41iIiIiIiMmynel2GCQQRLR8MQQwuIj///lcgCkCt4////8rhhsKoZXdnZqZURFY7IfTO0qPxC
7T/lcHIsf+KLH/8jOrNea80zXko/IeS/kvkv1Z18keVGRbyjIzNXzoHM2k2UBT2RwhHCGgUgQcIGEDPBTPLhAgZhng5nlwiTZODnw+Rg
c5E8fC54OaBTML0X71bRvDiVwlcwi/DRpsMEGCCL8OGfYYLRfuGfathF/RpvRfttIIvw9Gm0bwwi/D6CbFJ0npp0E4/oJ6f0E3TpOk4+
gm7VBPjpOgn63VpD/tr+3/rf1dOutvW3qkO390L/0MkwT0P/39C/Pgnu2kh54E0P6otH/Zhcuf2YZ/19Fo+EXP6tpM1cIufZmok3pK2z
S/yer/J7/evStta966ye62zSye7DCR902w1/Yannr7DX/YYS+m4a67DCTGw19WGrDXsVq2xC/DELZCODg4MMQvg9ivVsMSh7IRwcgxgp
oMQtkI4NiEGIUREREREQ4iIiIiIiIiIiIiIiIiPhBR/yvqBB2ojoyCxAw53Uzs8VYzoR0GS4OeBz4ORhFPGuOo/+ET4PwQMEDBA/wQPw
QPL2L/QIGGIKjTaL9o02i6i6yyZfsFBUab5JonyMzT8kZEfuUZryMRRkngqTaTaTdVSTYKCpN8jMEzYc/kcIRwhm/Phz+XCZ92J4KZhz
+CZeI4Q+zwcrN9f/1kONd/iV5fuJXCVz/RpuGfeEEyLqbw0X7iVwleHov2RKxS7FKQTyCTIJVvxSyDHBIJumnGMenwggZD+nQTcKm9BN
+EvCSJ8GifBonwf+EssZW/5tK/hIjY0hW+n1vwQLwQIQ4hxD/4IF/f/z4J8SnDIo/f/3KgCMhC6Pld315DL+v/hFz/CbNd+v/r4RdXCL
Kbv/hFtOr3r/6/272zSeu13ojdpNqkUkkbkjkk2vpfYYS/Pv9fww2GEmGrDCXaWwwkefyDGNKQY0YSsJWErS+QYad+xX/7IRwf7YYhMQ
mK4RHCbFfqGIShigxQYoMQvWIiIiIiIiIiIiOIiHERERERER/wguMf///////yuXCkVjtYj4MEiNdBEsB6/wiww9SIgUFoJsho08oyIR
B5rwjD0gUFpNnMEzYOfCmeCZDy4QzDpYQRqjXd4lcX8Ivw4lVhn2i/YQWl9eEk6CeFToJtLS//T7f62EFpfdf0P/dLS/dfswz+sSOa+2
Ettcnv3oikvwwYS4asNf2GEjz6+GILDEoeGIX7FevxERERERERH/////yuDjoM7cyqM2yTByciIuCBp/ggfBUabRY8dF1l++CpN1ZGfS
TeS/K4O86M/JNk+XCG4njb+vPs8EI9xSbCStwz7bS+QT94QSN4+Eg2gknp7X0T4P8IJJ+CBMVV+9eIf8JL8kE0hftpffUSnDp+EWBhot
H20vf4Tdr0gi3aV/15USTa7b/kGNQg3TfsfnHYStLDDYa9Qkw1b9r8MUGIW2yI+IiIiIiIhxERFLnZe4QTDBKIYgo/+VwMilAwQqO0R2
lsmkU9BA4PItZFrVYRfuWG/8VXT+UZGeQnkJ5CeQ8p8i2S3CMPCMPpCdWfvPBzQLn2ZhQgZ1D59nw4QM8FMw5SBzjNg5mFS0vlxWwlpI
v2jeHhBBF+GGCRveEEjTYYIIvw0b2je86MIvwwgsILxDDaCiCQTaT4QSCfxwgh9BPjjhBIJ0tLy6NipZw1tIcJbfB4SX24ODwgtsILCC
9W1g3vxKcNDwZCYJThk4JoYMhAIhMoJDS0vug/14TbMnlIcJsIufZjAZEzwkzExI4EjapJaQRbv3ps0tvJ7NTD7dfk8bYchGHwgsnioi
nraoIN9sMJMNcMNhrtpYYeuw1bSONtLCCYa/DEIJMPtimIW2GIUGxW2yEcHBhiExWxXIL+IXxERERERERERERDiIiI+EFH/5XG47cKUP
giWA8gsZPQUIsMMfgqTkvkR5UZpmvNeQeavlcbiIZ+SE8zwc/lwgQM6ZHCEcIZhzMIR49lwhmFCB9sJVo03DPsMFErhK5o02jeOGfYRf
hhguG0Fk4XHp+mnHSenQT/Yr9f/1X/b+1Zrs8Cf/nwSn9D+g38Iuf/8Iue19mGeEW7YYXr//rf/J76CDbDC+v/+rDX2GvwkwwxKvshHB
/B/shHBsiP8MQoOIiIiIiIiIiIpCIjJuqXYYJQxBR///////lfUFzNnZZFWzbO3itR2LRFzKiMnjuuOwzLsrUZGDw//IVeECNdnazeEC
87qggWWh/j/1/9D9dvKMp8p815MeUeRfIxZz85mrIFkvnXyD/zmasgeaZryI/OZSZEZq8l815EeQaKM085kKRR5FESPIf/PhTMOZhzMK
RgOfC5tmInj4U/gnkcKbZpBA8jhDMKRAUzy4Q+DmsOERCAeRwhmFKfI4QjhDMOfy4QIHkcIU4c/lwhmDmoKZhz+XCBERy8O7MZHCEcJk
cKcZpHTBM8FCBmInj2CZjLhAiJZD+X5mQb0sIvw0abRvYRfhhF/CL8P20gi/DiVWJXt0gwVn2EX4YRfhwz7CL+i/YZk4Kz7CL8OJXCVz
RfuGfYYKz7RpuGfYRf0bw0X7hn2GbsSvErhK5xK9ulEqZfhhgviV4Z9hm8022EsVoJx8UE6ToJ/tUE8Km20unQToJ6dJ0E39Ognpp0E3
T9OPTpOk6Cbp/hU09NtpQkE/8Knxw2gsgiO2sHt0+371t9Pa/7e39Ot/+3+t/+v06Qrf//09r7f/+rFZYihnAQGQlj9D9tJD/ev0ND/9
/9D/3/81gn/7///71of/+ZgjX2asuc1GzJOzJ+2kzJ/tpfsxgwz/r/swF/X/wi5//1///20tmT//wi50H/J6s4w+Tza5Pf1k92sV/k9k
97avX/k9+9f/X7atmk9f//axXk96/9YRbv7DXVtJhrDVhr7Gw17Sf9hqw1+GrDCX+w1/YYS//X4asNWGEv//tJ9hrtr/6oINnn8MQmQj
g2KDEIMSh4Yhe0GIXCI4RqD8MQgxC8MSh7FcH4YhfsV8H7IRwfhiUPYhMV//8IjhGsMQoNiUP/2Qjgwkw+IiIiIiIiIiI0IiIiIiIiIi
IiIiIiIiIiIiIiIiIjQiIiIiIiIjSSlkEDLRWPChRH///////yuGycydmGdYpI6si8dqdfrOX/7QIjyj+P3+vOeRvNXkIifNeRGRiJ/J
/aTanGEDyOEz7Ns5lwhmDmrBM4FMwhHj4c/gmcBzge/1hgrPvCC4Z9hF/iV5fho3jRpuJXl/Rve0m1+nwgunSeEgnSceEk+N1uv/CX9P
7a69PB7p1/4lOH/+h058E/BkI2FbpN1/wm//2apqEXP+dDxx/+3+2vk8/XtqYYe01/4Yf8Ndhqw114atpf4P9v8MSh+GITIj2Qjg8MSh
7FRERERERERERSERERk3quwwShiCj//5XVkS5nfmQoMHZkelSJaDfrWERoaWloIEGx9KgnpZrGUh0uaiIMZMM6GRYfSJAMFDLhhSgeJQ
C5IBchswMwZcHJDJAL1wiI4aEvHggVgiJDCIjhodBEoDUIiOHpQiRGRopBAmQ6gkhhEkORaCdHCJIdCq4XgggyDGoWgnhQm0kE/GktII
ESoGEtJtBJek3RIugvUZCw9ClXWklWlIYEJLIg7KqKkkqSXpL6JwQ2foE2H/+q+lgiMOklBWVZ6Wkkkq6XSQSXq31nU9L0q0q9dVvaTa
WklaS6WlwSVUm2wSsJWEtMJdhKtQzweq22ITIjpkRwqljkbhJMiOFpWJbhqtNhggxBBiEqsQsMQoiQyBhCIiRoUpCIQxzxiaziIiKQj6
X1H//////////////////////////////////////////////////////////////////////////////////8AEAEA=
`,
  'base64',
)

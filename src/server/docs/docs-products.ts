import { describeChatApi } from '../../chat/openapi/describe-chat-api.ts'
import type { OpenApiDocument } from '../../platform/openapi/open-api-document.ts'
import { ACME_KEY, GLOBEX_KEY } from '../../telephony/demo/create-demo-companies.ts'
import { describeTelephonyApi } from '../../telephony/describe-telephony-api.ts'
import { apiEndpoints } from '../api-endpoints.ts'
import { type Html, html } from './docs-html.ts'
import type { PythonCaller } from './docs-python.ts'
import type { TypeScriptCaller } from './docs-typescript.ts'

export interface DocumentedProduct {
  name: string
  about: string
  describe(): OpenApiDocument
  /** the credentials in the samples of each language */
  curl: readonly string[]
  typeScript: TypeScriptCaller
  python: PythonCaller
  /** how to get credentials on a development server */
  credentials(base: string): Html
  /** a request to start with, and what it shows */
  firstCall: { verb: string; path: string; shows: string }
}

export const documentedProducts: readonly DocumentedProduct[] = [
  {
    name: 'chat',
    about: 'Messages, streams, topics and people, with events by long polling.',
    describe: () => describeChatApi(apiEndpoints),
    curl: ['--user ada@example.com:API_KEY'],
    typeScript: {
      name: 'chat',
      connect: 'connectChat',
      credentials: { email: 'ada@example.com', apiKey: 'API_KEY' },
      webhookCredentials: { email: 'hook-bot@example.com', apiKey: 'API_KEY' },
    },
    python: { auth: ['ada@example.com', 'API_KEY'] },
    credentials: (
      base,
    ) => html`<p>Calls are authenticated with HTTP Basic: the email address of a user or bot, and its API key as the password.
On a development server anybody can fetch a key of the demo people, for example of Ada:</p>
<pre>curl ${base}/api/v1/dev_fetch_api_key --data username=ada@example.com</pre>`,
    firstCall: { verb: 'get', path: '/api/v1/users/me', shows: 'Who am I?' },
  },
  {
    name: 'telephony',
    about: 'The company, its users, locations, PBX instances and extensions, texting, faxes and files.',
    describe: describeTelephonyApi,
    curl: [`--header 'Authorization: Bearer ${ACME_KEY}'`, "--header 'X-User-Id: primary'"],
    typeScript: {
      name: 'phones',
      connect: 'connectTelephony',
      credentials: { apiKey: ACME_KEY, userId: 'primary' },
    },
    python: { headers: { Authorization: `Bearer ${ACME_KEY}`, 'X-User-Id': 'primary' } },
    credentials:
      () => html`<p>Calls carry an API key of the company as a bearer token, and in <code>X-User-Id</code> the user who acts:
the id of one, or <code>primary</code> for the owner. A development server has two demo companies with keys that everybody knows:
<code>${ACME_KEY}</code> of Acme, which the examples use, and <code>${GLOBEX_KEY}</code> of Globex.</p>`,
    firstCall: { verb: 'get', path: '/system/company/contacts', shows: 'Who is in the company?' },
  },
]

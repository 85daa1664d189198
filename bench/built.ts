import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The project's folder, from where the compiled benchmarks are. */
export const project = resolve(import.meta.dirname, '../..')

/** The build that is measured; the types are those of its sources. */
const load = (path: string) => import(pathToFileURL(resolve(project, 'dist', path)).href)

export const loadProducts = async () =>
  (await load('server/open-products.js')) as typeof import('../src/server/open-products.ts')
export const loadConfig = async () => (await load('config.js')) as typeof import('../src/config.ts')
export const loadLog = async () => (await load('platform/log.js')) as typeof import('../src/platform/log.ts')
export const loadDemo = async () =>
  (await load(
    'chat/demo/create-demo-organization.js',
  )) as typeof import('../src/chat/demo/create-demo-organization.ts')
export const loadIndexMessages = async () =>
  (await load(
    'chat/search-index/index-messages.js',
  )) as typeof import('../src/chat/messages/search-index/index-messages.ts')
export const loadMessageIndexStore = async () =>
  (await load(
    'chat/search-index/message-index-store.js',
  )) as typeof import('../src/chat/messages/search-index/message-index-store.ts')
export const loadStreamStore = async () =>
  (await load('chat/streams/stream-store.js')) as typeof import('../src/chat/streams/stream-store.ts')
export const loadCreateUser = async () =>
  (await load('chat/users/create-user.js')) as typeof import('../src/chat/accounts/create-user.ts')
export const loadAddSubscriptions = async () =>
  (await load(
    'chat/subscriptions/add-subscriptions.js',
  )) as typeof import('../src/chat/membership/add-subscriptions.ts')
export const loadDemoCompanies = async () =>
  (await load(
    'telephony/demo/create-demo-companies.js',
  )) as typeof import('../src/telephony/demo/create-demo-companies.ts')
export const loadCreateContact = async () =>
  (await load(
    'telephony/company/contacts/create-contact.js',
  )) as typeof import('../src/telephony/company/contacts/create-contact.ts')
export const loadCreateExtension = async () =>
  (await load(
    'telephony/phones/extensions/create-extension.js',
  )) as typeof import('../src/telephony/phones/extensions/create-extension.ts')
export const loadExtension = async () =>
  (await load(
    'telephony/phones/extensions/extension.js',
  )) as typeof import('../src/telephony/phones/extensions/extension.ts')
export const loadExtensionStore = async () =>
  (await load(
    'telephony/phones/extensions/extension-store.js',
  )) as typeof import('../src/telephony/phones/extensions/extension-store.ts')
export const loadInstanceStore = async () =>
  (await load(
    'telephony/company/instances/instance-store.js',
  )) as typeof import('../src/telephony/company/instances/instance-store.ts')

import { join } from 'node:path'
import { build } from '../../build.js'
import { root } from './build-switchboard.ts'

export const clientFolder = join(root, 'packages/client')

/** Compiles packages/client as its package is, if it has changed. */
export const buildClient = () => build(['client'])

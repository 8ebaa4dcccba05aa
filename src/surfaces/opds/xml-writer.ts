import { escapeXml } from '../present/escape-xml.ts'

export const xmlElement = (name: string, value: string): string => `<${name}>${escapeXml(value)}</${name}>`

export const xmlAttribute = (name: string, value: string): string => ` ${name}="${escapeXml(value)}"`

export function xmlLink(attributes: Record<string, string>): string {
  let written = '<link'
  for (const name in attributes) written += xmlAttribute(name, attributes[name]!)
  return `${written}/>`
}

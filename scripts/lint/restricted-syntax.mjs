const restricted = (message, ...selectors) => ({
  meta: { type: 'problem', schema: [], docs: { description: message } },
  create: (context) => ({ [selectors.join()]: (node) => context.report({ node, message }) }),
});

export const environment = restricted(
  'Only *.config.ts reads the environment; take the setting from there.',
  "MemberExpression[object.name='process'][property.name='env']",
  "ImportDeclaration[source.value=/^(node:)?process$/] ImportSpecifier[imported.name='env']",
);

export const defaultExport = restricted(
  'Export by name, so that one name is used everywhere.',
  'ExportDefaultDeclaration',
);

export const markup = restricted(
  'Text goes on the page as the children of an element, never as markup.',
  "[name.name='dangerouslySetInnerHTML']",
  "[key.name='dangerouslySetInnerHTML']",
  'MemberExpression[property.name=/^(innerHTML|outerHTML|srcdoc|insertAdjacentHTML|createContextualFragment)$/]',
  'MemberExpression[property.name=/^(bindPopup|bindTooltip)$/]',
  "MemberExpression[object.name='document'][property.name=/^write/]",
  "NewExpression[callee.name='DivIcon'] Property[key.name='html'] > :matches(Literal, TemplateLiteral)",
);

/** Words that the product does not use in names, comments, test names and documents, each with a better one. */
const words = {
  answerer: 'dispatcher',
  bones: 'skeleton',
  errand: 'command or call context',
  footing: 'run-as',
  hearer: 'consumer or listener',
  hearers: 'consumers or listeners',
  stumble: 'failed attempt',
  surroundings: 'infrastructure',
  told: 'notified, published or reported',
  whoever: 'the user, the caller or the client',
};
/** Names may contain these, because columns and public fields do. */
const wordsOfProse = {
  ...words,
  kept: 'stored, cached, retained or preserved',
  nobody: 'no user',
  somebody: 'a user',
  tell: 'notify, report or show',
  tells: 'notifies, reports or shows',
};

const wordsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+/g) ?? [];

const found = (list, text) => wordsOf(text).filter((word) => Object.hasOwn(list, word));

// Code and quoted texts of the page may contain any word.
const quotes = /`[^`]*`|"[^"\n]*"|(?<![\p{L}\d])['‘][^'’]*['’](?!\p{L})/gu;

export const wordProblems = (text) =>
  found(wordsOfProse, text.replace(quotes, ' ')).map((word) => ({ word, better: wordsOfProse[word] }));

const isTest = (callee) => {
  const { type, name, object, tag, callee: inner } = callee;
  if (type === 'Identifier') return /^(it|test|describe)$/.test(name);
  return Boolean(object ?? tag ?? inner) && isTest(object ?? tag ?? inner);
};

export const plainWords = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { word: "Write {{better}} instead of '{{word}}'.", most: "Begin '{{name}}' with 'max'." },
  },
  create(context) {
    const report = ({ loc }, problems) => problems.forEach((data) => context.report({ loc, messageId: 'word', data }));
    const prose = (node, text) => report(node, wordProblems(text));
    return {
      Program: () => context.sourceCode.getAllComments().forEach((comment) => prose(comment, comment.value)),
      'CallExpression > Literal:first-child, CallExpression > TemplateLiteral:first-child'(node) {
        if (node.parent.arguments[0] === node && isTest(node.parent.callee))
          prose(
            node,
            node.value === undefined ? node.quasis.map(({ value }) => value.raw).join(' ') : String(node.value),
          );
      },
      'VariableDeclarator > Identifier.id, FunctionDeclaration > Identifier.id, ClassDeclaration > Identifier.id, TSInterfaceDeclaration > Identifier.id, TSTypeAliasDeclaration > Identifier.id, PropertyDefinition > Identifier.key, MethodDefinition > Identifier.key, TSPropertySignature > Identifier.key'(
        node,
      ) {
        report(
          node,
          found(words, node.name).map((word) => ({ word, better: words[word] })),
        );
        if (/^most[A-Z]/.test(node.name)) context.report({ node, messageId: 'most', data: { name: node.name } });
      },
    };
  },
};

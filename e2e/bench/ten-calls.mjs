// The ten calls of the bench, each with the request to the bare handler that does the same query or transaction
// (bare-calls.mjs).
const statuses = ['new', 'in_progress', 'recontact', 'closed_won', 'closed_lost'];

/** Returns the next lead of a user, in a cycle. */
const nextLead = (user) => user.leads[user.calls++ % user.leads.length];

/** Returns another status than the present one, because an unchanged status costs nothing. */
function moved(lead) {
  lead.status = statuses[(statuses.indexOf(lead.status) + 1) % statuses.length];
  return { status: lead.status };
}

const ofUser = (name, path, bare) => ({
  name,
  isRead: true,
  request: () => ({ path }),
  bare: ({ id }) => ({ path: `/${bare}/${id}` }),
});
const ofLead = (name, at, bare) => {
  const from = (start) => (user) => ({ path: `${start}/${nextLead(user).id}` });
  return { name, isRead: true, request: from(`/api/${at}`), bare: from(`/${bare}`) };
};
const write = (name, method, at, bare, bodyOf) => {
  const to = (start) => (user) => {
    const lead = nextLead(user);
    return { method, path: `${start}/${lead.id}`, body: bodyOf(lead, user) };
  };
  return { name, isRead: false, request: to(`/api/${at}`), bare: to(`/${bare}`) };
};

const list = '/api/admin/all-assignments?page=1&pageSize=10';
const note = (_, { calls }) => ({ notes: `Asked for a price list, call ${calls} of this bench.` });

export const calls = [
  ofUser('GET user', '/api/user', 'user'),
  ofUser('GET weekly-contacts', '/api/weekly-contacts', 'weekly-contacts'),
  ofUser('GET list, page 1', list, 'list'),
  ofUser('GET list, filtered', `${list}&status=in_progress&state=TX`, 'filtered'),
  ofLead('GET profile', 'business-profile', 'profile'),
  ofLead('GET history', 'assignment-history', 'history'),
  ofUser('GET facets', '/api/lead-facets', 'facets'),
  write('PATCH status', 'PATCH', 'business-status', 'status', moved),
  write('PATCH notes', 'PATCH', 'business-notes', 'notes', note),
  write('POST activity', 'POST', 'contact-activity', 'activity', (_, { calls }) => ({
    type: 'call',
    notes: `Spoke to the owner, call ${calls}`,
  })),
];

/** Reads one row by its key: the cheapest query. */
export const oneRow = (user) => ({ path: `/lead/${nextLead(user).id}` });

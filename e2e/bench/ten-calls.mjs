// The ten calls of the bench, each with the request to the bare handler that does the same query or transaction
// (bare-calls.mjs).
const statuses = ['new', 'in_progress', 'recontact', 'closed_won', 'closed_lost'];

/** Returns the next lead of a user, in a cycle. */
const nextLead = (person) => person.leads[person.calls++ % person.leads.length];

/** Returns another status than the present one, because an unchanged status costs nothing. */
function moved(lead) {
  lead.status = statuses[(statuses.indexOf(lead.status) + 1) % statuses.length];
  return { status: lead.status };
}

const ofPerson = (name, path, bare) => ({
  name,
  isRead: true,
  request: () => ({ path }),
  bare: ({ id }) => ({ path: `/${bare}/${id}` }),
});
const ofLead = (name, at, bare) => {
  const from = (start) => (person) => ({ path: `${start}/${nextLead(person).id}` });
  return { name, isRead: true, request: from(`/api/${at}`), bare: from(`/${bare}`) };
};
const write = (name, method, at, bare, bodyOf) => {
  const to = (start) => (person) => {
    const lead = nextLead(person);
    return { method, path: `${start}/${lead.id}`, body: bodyOf(lead, person) };
  };
  return { name, isRead: false, request: to(`/api/${at}`), bare: to(`/${bare}`) };
};

const list = '/api/admin/all-assignments?page=1&pageSize=10';
const note = (_, { calls }) => ({ notes: `Asked for a price list, call ${calls} of this bench.` });

export const calls = [
  ofPerson('GET user', '/api/user', 'user'),
  ofPerson('GET weekly-contacts', '/api/weekly-contacts', 'weekly-contacts'),
  ofPerson('GET list, page 1', list, 'list'),
  ofPerson('GET list, filtered', `${list}&status=in_progress&state=TX`, 'filtered'),
  ofLead('GET profile', 'business-profile', 'profile'),
  ofLead('GET history', 'assignment-history', 'history'),
  ofPerson('GET facets', '/api/lead-facets', 'facets'),
  write('PATCH status', 'PATCH', 'business-status', 'status', moved),
  write('PATCH notes', 'PATCH', 'business-notes', 'notes', note),
  write('POST activity', 'POST', 'contact-activity', 'activity', (_, { calls }) => ({
    type: 'call',
    notes: `Spoke to the owner, call ${calls}`,
  })),
];

/** Reads one row by its key: the cheapest query. */
export const oneRow = (person) => ({ path: `/lead/${nextLead(person).id}` });

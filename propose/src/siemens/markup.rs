//! Objects of SimaticML, and what a request names among them.

use roxmltree::Document;

use crate::{
    context::Context,
    copy::FileText,
    draft::{Stop, ask},
    element::{Element, child, children, name_of},
    says::{Ask, Why},
    text::{World, world::bare},
};

/// A block, a type or a tag table.
#[derive(Clone, Copy)]
pub(super) struct Object<'a, 'i> {
    pub(super) file: &'a FileText,
    pub(super) node: Element<'a, 'i>,
    /// `SW.Blocks.GlobalDB`.
    pub(super) kind: &'a str,
    pub(super) name: &'a str,
}

/// All SimaticML files.
pub(super) struct Markup<'a, 'i> {
    pub(super) world: &'a World<'a>,
    pub(super) objects: Vec<Object<'a, 'i>>,
}

/// The text of an attribute element of an object.
pub(super) fn attribute<'a>(of: Element<'a, '_>, name: &str) -> Option<&'a str> {
    child(child(of, "AttributeList")?, name)?.text().map(str::trim)
}

/// The SimaticML files, with the text of each.
pub(super) fn files(context: Context<'_>) -> Result<Vec<FileText>, Why> {
    let is_it = |bytes: &[u8]| {
        let head = &bytes[..bytes.len().min(400)];
        head.windows(9).any(|it| it == b"<Document")
    };
    let files = context.source.files.iter().enumerate();
    let files =
        files.filter(|(_, it)| it.path.to_lowercase().ends_with(".xml") && is_it(&it.bytes));
    files.map(|(at, _)| FileText::of(context.source, at)).collect()
}

impl<'a, 'i> Markup<'a, 'i> {
    pub(super) fn new(
        world: &'a World<'a>,
        files: &'a [FileText],
        documents: &'a [Document<'i>],
    ) -> Self {
        let mut objects = Vec::new();
        for (file, document) in files.iter().zip(documents) {
            for node in document.root_element().children().filter(Element::is_element) {
                let kind = node.tag_name().name();
                if let (true, Some(name)) = (kind.starts_with("SW."), attribute(node, "Name")) {
                    objects.push(Object { file, node, kind, name });
                }
            }
        }
        Self { world, objects }
    }

    /// The only object with a name; `None` if there are none or several.
    pub(super) fn object(&self, name: &str) -> Option<Object<'a, 'i>> {
        let name = bare(name);
        let mut found = self.objects.iter().filter(|it| it.name.eq_ignore_ascii_case(&name));
        found.next().copied().filter(|_| found.next().is_none())
    }

    /// The object in the place of the request, among those that are `wanted`.
    pub(super) fn place(
        &self,
        wanted: impl Fn(&Object<'_, '_>) -> bool,
    ) -> Result<Object<'a, 'i>, Stop> {
        let all: Vec<Object<'a, 'i>> =
            self.objects.iter().copied().filter(|it| wanted(it)).collect();
        let names: Vec<String> = all.iter().map(|it| it.name.to_owned()).collect();
        let Some(said) = self.world.context.place() else {
            return match all.as_slice() {
                [one] => Ok(*one),
                [] => Err(Why::NoPlace { name: String::new(), known: String::new() }.into()),
                _ => Err(ask("place", Ask::Place, Ask::WhyPlace, names)),
            };
        };
        let said = bare(said);
        let mut found = all.iter().filter(|it| it.name.eq_ignore_ascii_case(&said));
        match (found.next(), found.next()) {
            (Some(one), None) => self.writable(*one),
            (None, _) => {
                let known = names.into_iter().take(20).collect::<Vec<_>>().join(", ");
                Err(Why::NoPlace { name: said, known }.into())
            }
            // It is in two programs of one project.
            _ => Err(Why::NotOnce { name: said.clone(), count: 2, place: said }.into()),
        }
    }

    /// Checks that an object is writable.
    pub(super) fn writable(&self, object: Object<'a, 'i>) -> Result<Object<'a, 'i>, Stop> {
        let name = object.name.to_owned();
        let language = attribute(object.node, "ProgrammingLanguage").unwrap_or_default();
        if language.starts_with("F_") || object.kind.contains(".F_") {
            return Err(Why::Safety { name }.into());
        }
        let project = self.world.context.logic.project;
        let same = |it: &str| it.eq_ignore_ascii_case(object.name);
        if project.blocks.iter().any(|it| same(&it.name) && it.protected) {
            return Err(Why::Protected { name }.into());
        }
        Ok(object)
    }

    /// A tag of a table.
    pub(super) fn tag(&self, name: &str) -> Option<(Object<'a, 'i>, Element<'a, 'i>)> {
        let name = bare(name);
        let mut found = self.objects.iter().flat_map(|table| {
            let list = child(table.node, "ObjectList").into_iter();
            let tags = list.flat_map(|it| children(it, "SW.Tags.PlcTag"));
            let name = name.clone();
            tags.filter(move |it| {
                attribute(*it, "Name").is_some_and(|it| it.eq_ignore_ascii_case(&name))
            })
            .map(|it| (*table, it))
        });
        found.next().filter(|_| found.next().is_none())
    }

    /// A member of a data block or a type: `"DB".x`, or `x` in the place of the request.
    pub(super) fn member(&self, said: &str) -> Option<(Object<'a, 'i>, Element<'a, 'i>)> {
        let name = bare(said);
        let (owner, member) = match name.rsplit_once('.') {
            Some((owner, member)) => (owner.to_owned(), member.to_owned()),
            None => (self.world.context.place()?.to_owned(), name),
        };
        let object = self.object(&owner)?;
        let found = members(object).into_iter().find(|it| {
            it.tag_name().name() == "Member" && name_of(*it).eq_ignore_ascii_case(&member)
        });
        found.map(|it| (object, it))
    }
}

/// The section with the declarations of data.
pub(super) fn section<'a, 'i>(of: Object<'a, 'i>) -> Option<Element<'a, 'i>> {
    let list = child(of.node, "AttributeList")?;
    let sections = child(child(list, "Interface")?, "Sections")?;
    let mut sections = children(sections, "Section");
    sections.find(|it| matches!(it.attribute("Name"), Some("Static" | "None")))
}

/// Its declared members.
pub(super) fn members<'a, 'i>(of: Object<'a, 'i>) -> Vec<Element<'a, 'i>> {
    section(of).into_iter().flat_map(|it| children(it, "Member")).collect()
}

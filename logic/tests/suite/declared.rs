//! Ladder in SIMATIC SD is equivalent to SimaticML of the same program.

use tagbridge_logic::{Index, Logic, OpaqueReason};
use tagbridge_project::Project;

use crate::{
    networks::said,
    text_lowering::{project, statements},
};

fn block(networks: &str) -> Project {
    project(
        "Motor.s7dcl",
        &format!(
            "{{ S7_PreferredLanguage := \"LAD\" }}\nFUNCTION \"Scale\" : Void\nVAR_INPUT\n x : Int;\n\
             END_VAR\nVAR_OUTPUT\n y : Int;\nEND_VAR\n{{ S7_Language := \"SCL\" }}\nNETWORK\n#y := #x;\n\
             END_NETWORK\nEND_FUNCTION\nFUNCTION_BLOCK \"Drive\"\nVAR_INPUT\n Go : Bool;\nEND_VAR\n\
             {{ S7_Language := \"LAD\" }}\nNETWORK\nEND_NETWORK\nEND_FUNCTION_BLOCK\n\
             FUNCTION_BLOCK \"Motor\"\nVAR_INPUT\n Start : Bool;\n Stop : Bool;\n n : Int;\nEND_VAR\n\
             VAR_OUTPUT\n Run : Bool;\n Hot : Bool;\nEND_VAR\nVAR\n m : Bool;\n t : TON_TIME;\n \
             d : \"Drive\";\nEND_VAR\n{{ S7_Language := \"LAD\" }}\nNETWORK\n{networks}\nEND_NETWORK\n\
             END_FUNCTION_BLOCK\n"
        ),
    )
}

/// The effects of the network of `Motor`.
fn does(network: &str) -> Vec<String> {
    let all = statements(&block(network));
    let own = all.into_iter().filter(|it| !it.contains("Scale#y Store"));
    own.map(|it| it.to_lowercase()).collect()
}

/// The same network in SimaticML.
fn as_drawn(network: &str) -> Vec<String> {
    said(&[network]).into_iter().map(|it| it.replace("main#", "motor#")).collect()
}

fn is_whole(project: &Project) {
    let index = Index::build(project);
    let unclear: Vec<OpaqueReason> = index.opaque().iter().map(|it| it.reason).collect();
    assert!(unclear.is_empty(), "{unclear:?}");
}

#[test]
fn parts_and_branches_do_what_simaticml_says() {
    for (declared, drawn) in [
        (
            "RUNG wire#powerrail Contact( #Start ) wire#w1 I_Contact( #Stop ) Coil( #Run ) END_RUNG
             RUNG wire#powerrail Contact( #Run ) END_RUNG wire#w1",
            "[Contact(#Start) ,Contact(#Run) ]Contact(NOT #Stop)Coil(#Run);",
        ),
        (
            "RUNG wire#powerrail P_Contact( operand := #Start, bit := #m ) S_Coil( #Run ) END_RUNG",
            "PContact(#Start, bit := #m)SCoil(#Run);",
        ),
        (
            "RUNG wire#powerrail Contact( #Start ) N_Trig( #m ) R_Coil( #Run ) END_RUNG",
            "Contact(#Start)NBox(bit := #m)RCoil(#Run);",
        ),
        (
            "RUNG wire#powerrail { S7_Templates := \"SrcType := Int\" }
             EQ_Contact( in1 := #n, in2 := 5 ) I_Coil( #Run ) END_RUNG",
            "Eq(in1 := #n, in2 := 5)Coil(NOT #Run);",
        ),
        (
            "RUNG wire#powerrail Contact( #Start ) #Run.S_RS( wire#w1 ) Coil( #Hot ) END_RUNG
             RUNG wire#powerrail Contact( #Stop ) END_RUNG wire#w1",
            "Contact(#Start)Rs(#Run, s1 := Contact(#Stop))Coil(#Hot);",
        ),
        (
            "RUNG wire#powerrail Contact( #Start )
             { S7_Templates := \"time_type := Time\" } #t.TON( pt := T#5s, et => ) Coil( #Run )
             END_RUNG",
            "Contact(#Start)TON(#t, PT := T#5s)Coil(#Run);",
        ),
        (
            "RUNG wire#powerrail Contact( #Start ) wire#w1 Coil( #Run ) END_RUNG
             RUNG wire#w1 I_Contact( #Stop ) Coil( #Hot ) END_RUNG",
            "Contact(#Start)[Coil(#Run) ,Contact(NOT #Stop)Coil(#Hot) ];",
        ),
    ] {
        let project = block(declared);
        is_whole(&project);
        let expected: Vec<String> =
            as_drawn(drawn).into_iter().map(|it| it.replace("main#", "motor#")).collect();
        assert_eq!(does(declared), expected, "{declared}");
    }
}

#[test]
fn blocks_are_called_by_their_names_and_by_their_instances() {
    let network = "RUNG wire#powerrail Contact( #Start ) \"Scale\"( x := #n, y => #n ) END_RUNG
                   RUNG wire#powerrail #d( Go := #Start ) END_RUNG";
    let project = block(network);
    is_whole(&project);
    let index = Index::build(&project);
    let logic = Logic::new(&project, &index);
    let calls: Vec<String> = index
        .units()
        .flat_map(|(unit, _)| index.statements_of(unit))
        .filter_map(|(_, it)| match &it.effect {
            tagbridge_logic::Effect::Call { callee, how, instance, .. } => {
                let instance = instance.map(|at| logic.place(index.reference(at).place));
                Some(format!("{callee:?} {how:?} {instance:?} {}", logic.expression(it.guard)))
            }
            _ => None,
        })
        .collect();
    let block = |name: &str| project.blocks.iter().position(|it| it.name == name).expect(name);
    assert_eq!(
        calls,
        [
            format!("Block({}) Function None Motor#Start", block("Scale")),
            format!("Block({}) FunctionBlock Some(\"Motor#d\") TRUE", block("Drive")),
        ]
    );
}

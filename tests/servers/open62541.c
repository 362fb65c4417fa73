// A server of open62541 with structures of its own, whose data types have no node of an encoding.
//
//     open62541 PORT
//
// Prints a line once it listens. What it serves is what each server of the table of foreign servers
// has, in namespace 1: Plant.Speed, Plant.Count, Plant.Name, Plant.Status, Plant.Point, Plant.Points,
// Plant.Line, Plant.Option, Plant.Choice.

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <open62541/plugin/log_stdout.h>
#include <open62541/server.h>
#include <open62541/server_config_default.h>

typedef struct { UA_Float x, y, z; } Point;
typedef struct { UA_String name; Point from; size_t pointsSize; Point *points; } Line;
typedef struct { UA_Int32 level; UA_Double *limit; } Option;
typedef struct { UA_UInt32 which; union { UA_Int32 number; UA_String text; } fields; } Choice;

enum { POINT, LINE, OPTION, CHOICE, KINDS };
static UA_DataType kinds[KINDS];

static UA_DataTypeMember point[] = {
    {.memberName = "X", .memberType = &UA_TYPES[UA_TYPES_FLOAT]},
    {.memberName = "Y", .memberType = &UA_TYPES[UA_TYPES_FLOAT]},
    {.memberName = "Z", .memberType = &UA_TYPES[UA_TYPES_FLOAT]},
};
static UA_DataTypeMember line[] = {
    {.memberName = "Name", .memberType = &UA_TYPES[UA_TYPES_STRING]},
    {.memberName = "From", .memberType = &kinds[POINT],
     .padding = offsetof(Line, from) - sizeof(UA_String)},
    {.memberName = "Points", .memberType = &kinds[POINT], .isArray = true,
     .padding = offsetof(Line, pointsSize) - offsetof(Line, from) - sizeof(Point)},
};
static UA_DataTypeMember option[] = {
    {.memberName = "Level", .memberType = &UA_TYPES[UA_TYPES_INT32]},
    {.memberName = "Limit", .memberType = &UA_TYPES[UA_TYPES_DOUBLE], .isOptional = true,
     .padding = offsetof(Option, limit) - sizeof(UA_Int32)},
};
static UA_DataTypeMember choice[] = {
    {.memberName = "Number", .memberType = &UA_TYPES[UA_TYPES_INT32],
     .padding = offsetof(Choice, fields)},
    {.memberName = "Text", .memberType = &UA_TYPES[UA_TYPES_STRING],
     .padding = offsetof(Choice, fields)},
};

static UA_DataType
kind(const char *name, UA_UInt32 id, size_t size, UA_UInt32 form, UA_DataTypeMember *members, UA_Byte count) {
    UA_DataType it = {
        .typeName = name,
        .typeId = UA_NODEID_NUMERIC(1, id),
        // No node has this id: what a value is made of stands at its data type alone.
        .binaryEncodingId = UA_NODEID_NUMERIC(1, id + 1000),
        .memSize = (UA_UInt32)size,
        .typeKind = form,
        .members = members,
        .membersSize = count,
    };
    return it;
}

static UA_DataTypeArray custom = {.typesSize = KINDS, .types = kinds};

static void
data_type(UA_Server *server, int index) {
    UA_DataTypeAttributes attributes = UA_DataTypeAttributes_default;
    char *name = (char *)(uintptr_t)kinds[index].typeName;
    attributes.displayName = UA_LOCALIZEDTEXT("en", name);
    UA_UInt32 parent = kinds[index].typeKind == UA_DATATYPEKIND_UNION ? UA_NS0ID_UNION : UA_NS0ID_STRUCTURE;
    UA_Server_addDataTypeNode(server, kinds[index].typeId, UA_NODEID_NUMERIC(0, parent),
                              UA_NODEID_NUMERIC(0, UA_NS0ID_HASSUBTYPE), UA_QUALIFIEDNAME(1, name),
                              attributes, NULL, NULL);
}

static void
variable(UA_Server *server, char *id, char *name, const UA_DataType *type, void *value, size_t count) {
    UA_VariableAttributes attributes = UA_VariableAttributes_default;
    UA_UInt32 dimension = (UA_UInt32)count;
    if(count) {
        UA_Variant_setArray(&attributes.value, value, count, type);
        attributes.valueRank = 1;
        attributes.arrayDimensions = &dimension;
        attributes.arrayDimensionsSize = 1;
    } else {
        UA_Variant_setScalar(&attributes.value, value, type);
    }
    attributes.dataType = type->typeId;
    attributes.displayName = UA_LOCALIZEDTEXT("en", name);
    UA_StatusCode made = UA_Server_addVariableNode(
        server, UA_NODEID_STRING(1, id), UA_NODEID_STRING(1, "Plant"),
        UA_NODEID_NUMERIC(0, UA_NS0ID_HASCOMPONENT), UA_QUALIFIEDNAME(1, name),
        UA_NODEID_NUMERIC(0, UA_NS0ID_BASEDATAVARIABLETYPE), attributes, NULL, NULL);
    if(made != UA_STATUSCODE_GOOD) {
        fprintf(stderr, "%s: %s\n", id, UA_StatusCode_name(made));
        exit(1);
    }
}

int
main(int count, char **arguments) {
    UA_UInt16 port = count > 1 ? (UA_UInt16)atoi(arguments[1]) : 4840;
    kinds[POINT] = kind("Point", 4001, sizeof(Point), UA_DATATYPEKIND_STRUCTURE, point, 3);
    kinds[LINE] = kind("Line", 4002, sizeof(Line), UA_DATATYPEKIND_STRUCTURE, line, 3);
    kinds[OPTION] = kind("Option", 4003, sizeof(Option), UA_DATATYPEKIND_OPTSTRUCT, option, 2);
    kinds[CHOICE] = kind("Choice", 4004, sizeof(Choice), UA_DATATYPEKIND_UNION, choice, 2);

    UA_ServerConfig config = {0};
    config.logging = UA_Log_Stdout_new(UA_LOGLEVEL_FATAL);
    UA_ServerConfig_setMinimal(&config, port, NULL);
    config.customDataTypes = &custom;
    UA_Server *server = UA_Server_newWithConfig(&config);
    if(!server)
        return 1;

    UA_ObjectAttributes plant = UA_ObjectAttributes_default;
    plant.displayName = UA_LOCALIZEDTEXT("en", "Plant");
    UA_Server_addObjectNode(server, UA_NODEID_STRING(1, "Plant"), UA_NODEID_NUMERIC(0, UA_NS0ID_OBJECTSFOLDER),
                            UA_NODEID_NUMERIC(0, UA_NS0ID_ORGANIZES), UA_QUALIFIEDNAME(1, "Plant"),
                            UA_NODEID_NUMERIC(0, UA_NS0ID_FOLDERTYPE), plant, NULL, NULL);
    for(int i = 0; i < KINDS; i++)
        data_type(server, i);

    UA_Double speed = 12.5, limit = 99.5;
    UA_Int32 numbers[10], status = 10;
    for(int i = 0; i < 10; i++)
        numbers[i] = i * 10;
    UA_String name = UA_STRING("Lager");
    Point points[2] = {{1, 2, 3}, {4, 5, 6}};
    Line from_to = {UA_STRING("L1"), {0.5f, 0, -1}, 2, points};
    Option options[2] = {{7, NULL}, {8, &limit}};
    Choice choices[2] = {{1, {.number = 42}}, {2, {.text = UA_STRING("on")}}};
    variable(server, "Plant.Speed", "Speed", &UA_TYPES[UA_TYPES_DOUBLE], &speed, 0);
    variable(server, "Plant.Count", "Count", &UA_TYPES[UA_TYPES_INT32], numbers, 10);
    variable(server, "Plant.Name", "Name", &UA_TYPES[UA_TYPES_STRING], &name, 0);
    variable(server, "Plant.Status", "Status", &UA_TYPES[UA_TYPES_INT32], &status, 0);
    variable(server, "Plant.Point", "Point", &kinds[POINT], points, 0);
    variable(server, "Plant.Points", "Points", &kinds[POINT], points, 2);
    variable(server, "Plant.Line", "Line", &kinds[LINE], &from_to, 0);
    variable(server, "Plant.Options", "Options", &kinds[OPTION], options, 2);
    variable(server, "Plant.Choices", "Choices", &kinds[CHOICE], choices, 2);

    if(UA_Server_run_startup(server) != UA_STATUSCODE_GOOD)
        return 1;
    puts("ok");
    fflush(stdout);
    for(;;)
        UA_Server_run_iterate(server, true);
}
